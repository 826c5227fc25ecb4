//# The prompt's settings are told one by one and set, and what there is not is refused.
//@ devices = ["cpu"]
%config indent
//= indent  on    indent a new line by the brackets that are open (on, off)
%config indent off
%config indent
//= indent  off  by %config  indent a new line by the brackets that are open (on, off)
%config indent maybe
//? error: `indent` cannot be `maybe`; it may be on, off
%config indents
//? error: there is no setting `indents`; `%config` lists them
