"""CUDA C++ cells in Python notebooks: ``%load_ext chevron``, then ``%%chevron``.

The package holds the program ``chevron`` (if it came as a wheel), the notebook
magics, and nothing of Jupyter's protocol: ``jupyter_client`` speaks that.
"""

__version__ = "0.1.0"


def load_ipython_extension(shell):
    """Registers ``%%chevron``, ``%%cuda`` and their kin. IPython calls it for ``%load_ext chevron``."""
    from .magics import ChevronMagics
    from .nvcc import CudaMagics

    shell.register_magics(ChevronMagics(shell))
    shell.register_magics(CudaMagics(shell))


def unload_ipython_extension(shell):
    """Ends the session behind ``%%chevron``. IPython calls it for ``%unload_ext chevron``."""
    magics = shell.magics_manager.registry.get("ChevronMagics")
    if magics is not None:
        magics.end()
