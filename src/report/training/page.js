for (const { title, first, series } of CHARTS) {
  const lines = series.map(([name, values], i) => ({ name, values, dashed: i >= 8 }));
  const figure = Draw.lines({ title, across: "generation", first, series: lines, height: 260, legend: true });
  document.getElementById("charts").append(figure);
}
