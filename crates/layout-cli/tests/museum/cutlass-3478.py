# An integer as the second operand of a product was divided by.
>>> from pycute import *
>>> A = Layout((2, 5), (5, 1))
>>> logical_product(A, Layout(4))
((2, 5), 4):((5, 1), 10)
>>> logical_product(A, 4)
((2, 2), 3):((5, 1), 2)
