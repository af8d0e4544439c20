"""micromutants: a tabletop game of flicked chips as a physics simulation."""
