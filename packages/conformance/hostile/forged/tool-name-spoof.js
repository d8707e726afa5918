// technique: rename a tool's function, in case names are looked up
// attempts: to have echo's call arrive as trap
// allowed: contained
// doors: both

async () => {
  try { Object.defineProperty(tools.echo, "name", { value: "trap" }); } catch {}
  try { tools.echo.tool = 3; tools.echo.id = 3; tools.echo.label = "tools.trap"; } catch {}
  const back = await tools.echo({ a: 1 });
  return back.a === 1 ? "contained" : "escaped: another tool answered";
}
