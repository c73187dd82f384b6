const charts = document.getElementById("charts");
for (const { title, across, first, series, measured, stages } of CHARTS) {
  const lines = series.map(([name, values], i) => ({ name, values, dashed: i >= 8 }));
  const points = measured.map(([name, values]) => ({ name, values, dots: true, joined: true }));
  const all = [...lines, ...points];
  charts.append(Draw.lines({ title, across, first, series: all, stages, height: 260, legend: true }));
}
