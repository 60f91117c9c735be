use "circle-of-extends.uno"

game circle-of-extends-other "The other" extends circle-of-extends
