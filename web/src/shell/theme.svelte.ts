export type Theme = "auto" | "light" | "dark";
const themes: readonly Theme[] = ["auto", "light", "dark"];

function kept(): Theme {
  try {
    return themes.find((known) => known === localStorage.getItem("theme")) ?? "auto";
  } catch {
    return "auto";
  }
}

/** Light or dark, as the machine says unless somebody chose. */
class Look {
  theme: Theme = $state(kept());

  apply(): void {
    if (this.theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = this.theme;
  }
  turn(): void {
    this.theme = themes[(themes.indexOf(this.theme) + 1) % themes.length] ?? "auto";
    this.apply();
    try {
      localStorage.setItem("theme", this.theme);
    } catch {
      // A browser that keeps nothing forgets it with the tab.
    }
  }
}

export const look = new Look();
look.apply();
