use "circle-of-extends-other.uno"

game circle-of-extends "One" extends circle-of-extends-other
