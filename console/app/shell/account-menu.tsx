import { Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { type ReactElement, useSyncExternalStore } from "react";
import { Menu } from "../../ui/menu.tsx";
import { useSession } from "../session.ts";
import { showShortcutHelp } from "../shortcut-help.tsx";
import { setTheme, THEMES, theme } from "../theme.ts";
import { useSignOut } from "../use-sign-out.ts";

const THEME_LOOK = {
  system: { label: "Theme of the system", icon: Monitor },
  light: { label: "Light theme", icon: Sun },
  dark: { label: "Dark theme", icon: Moon },
} as const;

/** The menu of the person: theme, keyboard help, sign out. */
export function AccountMenu(): ReactElement {
  const { account } = useSession();
  const chosen = useSyncExternalStore(theme.subscribe, theme.get);
  const signOut = useSignOut();
  const shown = account.name ?? account.email;
  const items = [
    ...THEMES.map((name) => ({
      key: name,
      ...THEME_LOOK[name],
      checked: name === chosen,
      onChoose: () => setTheme(name),
    })),
    { key: "keys", label: "Keyboard shortcuts", icon: Keyboard, note: <kbd>?</kbd>, onChoose: showShortcutHelp },
    { key: "out", label: "Sign out", icon: LogOut, onChoose: signOut },
  ];
  return (
    <Menu label={`Account ${shown}`} items={items} className="account-button">
      <span className="avatar" data-letter={shown.slice(0, 1).toUpperCase()} />
      <span className="truncate" title={shown}>
        {shown}
      </span>
    </Menu>
  );
}
