// Before anything of the page is drawn: its colours, if the address names them, and whether it stands in another page.
// A plain script, since modules wait until the page is there.
{
  const { search, hash } = location;
  const theme = /[#&]theme=(light|dark)(&|$)/.exec(hash) ?? /[?&]theme=(light|dark)(&|$)/.exec(search);
  if (theme) document.documentElement.dataset.theme = theme[1];
  if (new URLSearchParams(search).has('embed')) document.documentElement.classList.add('embedded');
}
