const charts = document.getElementById("charts");
for (const { title, across, first, series, stages } of CHARTS) {
  const lines = series.map(([name, values], i) => ({ name, values, dashed: i >= 8 }));
  charts.append(Draw.lines({ title, across, first, series: lines, stages, height: 260, legend: true }));
}
