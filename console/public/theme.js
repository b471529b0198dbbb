// Sets the chosen theme before the first paint. A file of its own, because the content security policy allows no inline script.
try {
  const theme = localStorage.getItem("parapet.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme follows the system.
}
