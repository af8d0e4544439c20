"""Large type: every screen has the type that was asked for, and all of it can be reached."""

import importlib
import pkgutil

import pygame
import pytest
from shell_driver import Driver, fits

from micromutants.rules import load_armies
from micromutants.ui import gallery, paint, screens
from micromutants.ui.app import App
from micromutants.ui.draw import cards
from micromutants.ui.intents import Context
from micromutants.ui.layout import scale_for
from micromutants.ui.screen import Screen
from micromutants.ui.screens.new_match import NewMatchScreen
from micromutants.ui.settings import TEXT_SIZES, Settings

SIZES = [(960, 600), (1280, 800), (1920, 1080)]
LARGEST = max(TEXT_SIZES)


def every_screen():
    """All kinds of screens that there are."""
    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")
    found, open_ones = set(), [Screen]
    while open_ones:
        kind = open_ones.pop()
        found.add(kind)
        open_ones += kind.__subclasses__()
    return found


def shown(name, size=(1280, 800), text_size=LARGEST):
    """The screen of that name and its app, drawn once."""
    app = App(size, Settings(text_size=text_size, reduced_motion=True))
    return app, gallery.showing(app, name)


def drawn(app):
    app.manager.update(0.01)
    app.draw()


@pytest.fixture(autouse=True)
def _nobody():
    with gallery.nobody():
        yield


@pytest.mark.parametrize("size", SIZES)
def test_no_screen_needs_smaller_type_than_the_largest(size):
    kinds = every_screen()
    assert len(kinds) > 25
    scale = scale_for(size, LARGEST)
    for kind in kinds:
        assert kind.needs[0] * scale <= size[0], kind
        assert kind.needs[1] * scale <= size[1], kind


@pytest.mark.parametrize("name", gallery.SCREENS)
def test_the_type_is_as_large_as_was_asked_for(name, monkeypatch):
    sizes, cut = {}, {}

    def spied(real, kept):
        def spy(text, size, *args, **more):
            if text.strip():
                sizes.setdefault(kept, []).append(size)
            # Words that go on while something is computed end so too.
            if text.endswith("…") and not text.endswith(" …"):
                cut.setdefault(kept, set()).add(text)
            return real(text, size, *args, **more)

        return spy

    rendered = paint.rendered
    for text_size in (1.0, LARGEST):
        monkeypatch.setattr(paint, "rendered", spied(rendered, text_size))
        app, showing = shown(name, text_size=text_size)
        with showing as screen:
            assert screen.scale == pytest.approx(app.scale)
            assert app.scale == pytest.approx(scale_for((1280, 800), 1.0) * text_size)
            drawn(app)
            # Fields have the type of the manager that is shown.
            assert screen.form.scale == pytest.approx(app.scale)
    assert min(sizes[LARGEST]) >= 1.33 * min(sizes[1.0])
    # Nothing is cut that is whole at the usual size.
    assert not cut.get(LARGEST, set()) - cut.get(1.0, set())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", gallery.SCREENS)
def test_nothing_overlaps_and_everything_can_be_reached(name, size):
    app, showing = shown(name, size)
    with showing as screen:
        drawn(app)
        window = pygame.Rect((0, 0), app.size)
        if screen.scroll.limit:
            assert window.contains(screen.scroll.view)
            assert window.contains(screen.scroll.knob)
        fits(screen.form, window)
        for field in screen.form.fields:
            assert field.rect.width > 0
            # pygame_gui has it in the same place.
            assert field.element.get_abs_rect().topleft == field.rect.topleft


@pytest.mark.parametrize(
    "name", ["new-match", "options", "drills", "cards", "best", "other-physics", "keys", "library"]
)
def test_the_focus_of_the_keys_is_always_in_sight(name):
    app, showing = shown(name)
    with showing as screen:
        driver = Driver.__new__(Driver)
        driver.app = app
        assert screen.context is Context.MENU
        seen = set()
        for _ in range(len(screen.form.fields) + 1):
            driver.key(pygame.KSCAN_TAB)
            field = screen.form.fields[screen.form.focus]
            assert field.seen == field.rect
            seen.add(screen.form.focus)
        assert seen == set(range(len(screen.form.fields)))


def scrolling(name="new-match"):
    driver = Driver(settings=Settings(text_size=LARGEST, reduced_motion=True))
    screen = NewMatchScreen(driver.app)
    driver.app.push(screen)
    driver.wait(0.1)
    assert screen.scroll.limit > 0
    return driver, screen


def test_the_wheel_scrolls_and_stops_at_the_ends():
    driver, screen = scrolling()
    first = screen.form.fields[0].rect.copy()
    driver.move(screen.scroll.view.center)
    driver.wheel(-1)
    assert 0 < screen.scroll.up < screen.scroll.limit
    assert screen.form.fields[0].rect == first.move(0, -screen.scroll.up)
    for _ in range(40):
        driver.wheel(-3)
    assert screen.scroll.up == screen.scroll.limit
    for _ in range(40):
        driver.wheel(3)
    assert screen.scroll.up == 0
    assert screen.form.fields[0].rect == first


def test_the_page_keys_scroll():
    driver, screen = scrolling()
    driver.key(pygame.KSCAN_PAGEDOWN, times=9)
    assert screen.scroll.up == screen.scroll.limit
    driver.key(pygame.KSCAN_PAGEUP, times=9)
    assert screen.scroll.up == 0


def test_the_bar_is_dragged_also_beyond_its_ends():
    driver, screen = scrolling()
    x, y = screen.scroll.knob.center
    driver.down((x, y))
    driver.move((x + 90, y + 60), left=True)
    assert 0 < screen.scroll.up < screen.scroll.limit
    driver.move((x, 5000), left=True)
    assert screen.scroll.up == screen.scroll.limit
    driver.move((x, y), left=True)
    assert screen.scroll.up == 0
    driver.up((x, y))
    driver.move((x, y + 60))
    assert screen.scroll.up == 0
    # A press beside the knob takes it there.
    driver.down((x, screen.scroll.view.bottom - 4))
    assert screen.scroll.up == screen.scroll.limit


def test_a_bar_is_let_go_with_the_focus_of_the_window():
    driver, screen = scrolling()
    x, y = screen.scroll.knob.center
    driver.down((x, y))
    driver.post((pygame.WINDOWFOCUSLOST, {}))
    driver.move((x, y + 60), left=True)
    assert screen.scroll.up == 0


def test_what_is_scrolled_out_of_sight_takes_no_clicks():
    driver, screen = scrolling()
    screen.scrolled(130)
    gone = next(f for f in screen.form.fields if not f.seen and f.rect.bottom < screen.scroll.view.top)
    before = screen.players, screen.mode, screen.terrain, len(driver.app.stack)
    driver.click(gone.rect.center)
    assert screen.form.at(gone.rect.center) is None
    assert (screen.players, screen.mode, screen.terrain, len(driver.app.stack)) == before


def test_a_button_is_pressed_where_it_has_been_scrolled_to():
    driver, screen = scrolling()
    driver.press("None")
    assert screen.preview == "none"
    assert screen.scroll.up > 0


def test_what_is_typed_stays_in_its_field_while_the_screen_scrolls():
    driver, screen = scrolling()
    name = next(f for f in screen.form.fields if f.entry)
    screen.form.focus_on(name)
    driver.wheel(-1)
    assert screen.form.typing is name
    driver.post((pygame.KEYDOWN, {"key": pygame.K_z, "scancode": pygame.KSCAN_Z, "mod": 0, "unicode": "Z"}))
    driver.post((pygame.TEXTINPUT, {"text": "Z"}))
    driver.wait(0.1)
    assert screen.seats[0].name == "Z"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("text_size", TEXT_SIZES)
@pytest.mark.parametrize("size", SIZES)
def test_the_seats_of_a_new_match_fit(size, text_size, players):
    driver = Driver(size, Settings(text_size=text_size, reduced_motion=True))
    screen = NewMatchScreen(driver.app)
    driver.app.push(screen)
    screen._set_players(players)
    fits(screen.form, screen.rect)
    for field in screen.form.fields:
        text = getattr(field.element, "text", "")
        assert field.entry or not text.endswith("…"), text


def test_at_the_usual_size_nothing_scrolls():
    for size in SIZES:
        for name in gallery.SCREENS:
            _, showing = shown(name, size, 1.0)
            with showing as screen:
                assert screen.scroll.limit == 0, (name, size)


@pytest.mark.parametrize("page", [0, 1])
def test_what_is_printed_on_cards_is_as_much_larger(page, monkeypatch):
    sizes = {}
    real = cards.draw_text
    # None that is kept from before.
    monkeypatch.setattr(cards, "_card", cards._card.__wrapped__)
    for text_size in (1.0, LARGEST):
        printed = sizes[text_size] = {}

        def spy(surface, text, rect, size, *args, kept=printed, **more):
            kept[text] = size
            return real(surface, text, rect, size, *args, **more)

        monkeypatch.setattr(cards, "draw_text", spy)
        app, showing = shown("cards", text_size=text_size)
        with showing as screen:
            screen._open(0, page)
            texts = {face.text for face in screen._faces()}
            drawn(app)
        assert texts <= set(printed)
    for text in texts:
        assert sizes[LARGEST][text] >= (1.4 if page == 0 else 1.3) * sizes[1.0][text], text


@pytest.mark.parametrize("size", [(438, 165), (438, 190), (440, 150), (300, 110)])
def test_the_type_of_a_low_card_stays_legible(size, monkeypatch):
    monkeypatch.setattr(cards, "_card", cards._card.__wrapped__)
    real, printed = cards.draw_text, {}

    def spy(surface, text, rect, size, *args, **more):
        printed[text] = size
        return real(surface, text, rect, size, *args, **more)

    monkeypatch.setattr(cards, "draw_text", spy)
    for army in load_armies().values():
        for breed in army.breeds:
            printed.clear()
            cards.draw_card(pygame.Surface(size), pygame.Rect((0, 0), size), cards.breed_face(breed, army))
            told = next(s for text, s in printed.items() if text.endswith(breed.ability.text))
            assert told >= 0.06 * size[1], (breed.id, told)


# --- the buttons by keys, on any screen ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", gallery.SCREENS)
def test_every_button_of_every_screen_is_reached_by_keys_alone(name):
    app, showing = shown(name, text_size=1.0)
    with showing as screen:
        driver = Driver.__new__(Driver)
        driver.app = app
        if not screen.animating or name == "keep":
            # A card for a name gives its field the keys in a moment.
            driver.wait(0.1)
        fields = screen.form.fields
        context, seen = screen.context, set()
        driver.key(pygame.KSCAN_F6)
        for _ in range(len(fields) + 1):
            seen.add(screen.form.focus)
            driver.key(pygame.KSCAN_TAB)
        assert app.top is screen
        assert seen - {None} == set(range(len(fields)))
        assert screen.context is context


def test_keys_press_buttons_of_the_practice_table_and_go_back_to_aiming():
    app, showing = shown("practice", text_size=1.0)
    with showing as screen:
        driver = Driver.__new__(Driver)
        driver.app = app
        assert screen.context is Context.PRACTICE
        driver.key(pygame.KSCAN_F6)
        assert screen.keys_mean is Context.MENU
        wanted = next(i for i, f in enumerate(screen.form.fields) if f.element.text == "Short preview")
        driver.key(pygame.KSCAN_TAB, times=wanted - screen.form.focus)
        driver.key(pygame.KSCAN_RETURN)
        assert screen.preview == "full"
        driver.key(pygame.KSCAN_RETURN)
        assert screen.preview == "none"
        # Back to the mat: Tab picks a chip again.
        driver.key(pygame.KSCAN_ESCAPE)
        assert app.top is screen
        driver.key(pygame.KSCAN_TAB)
        assert screen.aiming.aim is not None
        # A press that begins something else leads back by itself.
        driver.key(pygame.KSCAN_F6)
        wanted = next(i for i, f in enumerate(screen.form.fields) if f.element.text == "Show a solution")
        driver.key(pygame.KSCAN_TAB, times=(wanted - screen.form.focus) % len(screen.form.fields))
        driver.key(pygame.KSCAN_RETURN)
        assert screen.context is Context.FILM
        assert screen.keys_mean is Context.FILM


def test_the_pointer_takes_the_keys_back_to_the_mat():
    app, showing = shown("table", text_size=1.0)
    with showing as screen:
        driver = Driver.__new__(Driver)
        driver.app = app
        driver.key(pygame.KSCAN_F6)
        assert screen.form.steering
        driver.click((3, 3))
        assert not screen.form.steering
        driver.key(pygame.KSCAN_TAB)
        assert screen.aiming.aim is not None
