/** A person's device. */
export interface Device {
  /** Its id in the directory; null for an unmanaged device. */
  readonly id: string | null;
  readonly name: string;
  readonly os: string;
  readonly browser: string;
  readonly userAgent: string;
}

const KIT = {
  windows: {
    os: "Windows 11",
    browser: "Edge 138.0.0",
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0",
  },
  mac: {
    os: "MacOs",
    browser: "Safari 18.5",
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  },
  phone: {
    os: "Ios 18.5",
    browser: "Mobile Safari 18.5",
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  },
  linux: {
    os: "Linux",
    browser: "Firefox 128.0",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
  },
  script: { os: "", browser: "", userAgent: "python-requests/2.32.3" },
} as const;
export type DeviceKind = keyof typeof KIT;

export const deviceOf = (kind: DeviceKind, id: string | null = null, name = ""): Device => ({ id, name, ...KIT[kind] });
