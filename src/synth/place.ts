/** A location as it appears in sign-in logs. */
export interface Place {
  readonly city: string;
  /** Two-letter code. */
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly ip: string;
}

const place = (city: string, country: string, latitude: number, longitude: number, ip: string): Place => ({
  city,
  country,
  latitude,
  longitude,
  ip,
});

/** Locations of attackers; every address is reserved for documentation. */
export const ELSEWHERE = {
  bucharest: place("Bucharest", "RO", 44.43, 26.1, "198.51.100.201"),
  lagos: place("Lagos", "NG", 6.45, 3.4, "198.51.100.202"),
  chisinau: place("Chisinau", "MD", 47.01, 28.86, "198.51.100.203"),
  hanoi: place("Hanoi", "VN", 21.03, 105.85, "198.51.100.204"),
  sofia: place("Sofia", "BG", 42.7, 23.32, "198.51.100.205"),
  tbilisi: place("Tbilisi", "GE", 41.72, 44.79, "198.51.100.206"),
  panama: place("Panama City", "PA", 8.98, -79.52, "198.51.100.207"),
  almaty: place("Almaty", "KZ", 43.24, 76.89, "198.51.100.208"),
  lisbon: place("Lisbon", "PT", 38.72, -9.14, "198.51.100.209"),
  karachi: place("Karachi", "PK", 24.86, 67.0, "198.51.100.210"),
} as const satisfies Readonly<Record<string, Place>>;
