"""``python -m chevron`` is ``chevron``: Jupyter starts the kernel so."""

from .program import main

main()
