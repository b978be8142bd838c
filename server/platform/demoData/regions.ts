import type { currencies } from '#shared/format/currencies.ts'
import type { countries, locales, timeZones } from '#shared/format/regions.ts'

export type Region = {
  country: keyof typeof countries
  locale: keyof typeof locales
  currency: keyof typeof currencies
  timeZone: keyof typeof timeZones
  /** Hours its clocks are ahead of UTC, as far as demo data cares. */
  ahead: number
  places: readonly string[]
}

const region = (
  country: Region['country'],
  locale: Region['locale'],
  currency: Region['currency'],
  timeZone: Region['timeZone'],
  ahead: number,
  places: string,
): Region => ({ country, locale, currency, timeZone, ahead, places: places.split(', ') })

export const regions: readonly Region[] = [
  region('US', 'en-US', 'USD', 'America/New_York', -5, 'Boston, Atlanta, Pittsburgh, Newark'),
  region('DE', 'de-DE', 'EUR', 'Europe/Berlin', 1, 'Köln, Leipzig, Nürnberg, Bremen'),
  region('GB', 'en-GB', 'GBP', 'Europe/London', 0, 'Leeds, Bristol, Cardiff, Glasgow'),
  region('US', 'en-US', 'USD', 'America/Chicago', -6, 'Chicago, Austin, St. Louis'),
  region('FR', 'fr-FR', 'EUR', 'Europe/Paris', 1, 'Lyon, Nantes, Lille, Besançon'),
  region('CA', 'fr-CA', 'CAD', 'America/Toronto', -5, 'Toronto, Montréal, Québec'),
  region('NL', 'nl-NL', 'EUR', 'Europe/Amsterdam', 1, 'Utrecht, Eindhoven, Groningen'),
  region('ES', 'es-ES', 'EUR', 'Europe/Madrid', 1, 'Valencia, Bilbao, Sevilla'),
  region('US', 'en-US', 'USD', 'America/Los_Angeles', -8, 'Oakland, Portland, San Diego'),
  region('IT', 'it-IT', 'EUR', 'Europe/Rome', 1, 'Torino, Bologna, Bari'),
  region('SE', 'sv-SE', 'SEK', 'Europe/Stockholm', 1, 'Göteborg, Malmö, Uppsala'),
  region('PL', 'pl-PL', 'PLN', 'Europe/Warsaw', 1, 'Łódź, Gdańsk, Poznań'),
  region('CH', 'de-DE', 'CHF', 'Europe/Zurich', 1, 'Basel, Winterthur, Genève'),
  region('DK', 'da-DK', 'DKK', 'Europe/Berlin', 1, 'Aarhus, Odense'),
  region('JP', 'ja-JP', 'JPY', 'Asia/Tokyo', 9, 'Osaka, Nagoya, Sapporo'),
  region('AU', 'en-GB', 'AUD', 'Australia/Sydney', 10, 'Sydney, Newcastle'),
  region('BR', 'pt-BR', 'BRL', 'America/Sao_Paulo', -3, 'Campinas, Curitiba'),
  region('CZ', 'cs-CZ', 'CZK', 'Europe/Prague', 1, 'Brno, Plzeň'),
  region('MX', 'es-MX', 'MXN', 'America/Mexico_City', -6, 'Puebla, Mérida'),
  region('IE', 'en-GB', 'EUR', 'Europe/Dublin', 0, 'Cork, Galway'),
  region('NO', 'nb-NO', 'NOK', 'Europe/Berlin', 1, 'Bergen, Tromsø'),
  region('IL', 'he-IL', 'ILS', 'Asia/Jerusalem', 2, 'Haifa'),
  region('FI', 'fi-FI', 'EUR', 'Europe/Athens', 2, 'Tampere, Jyväskylä'),
  region('SG', 'en-GB', 'SGD', 'Asia/Singapore', 8, 'Singapore'),
  region('AE', 'en-GB', 'AED', 'Asia/Dubai', 4, 'Dubai'),
]

/** Roughly the minor units of each currency that one dollar buys; yen have no smaller unit. */
const minorPerDollar: Partial<Record<Region['currency'], number>> = {
  AED: 367,
  AUD: 150,
  BRL: 500,
  CAD: 135,
  CHF: 90,
  CZK: 2300,
  DKK: 690,
  EUR: 92,
  GBP: 79,
  ILS: 370,
  JPY: 150,
  MXN: 1700,
  NOK: 1050,
  PLN: 400,
  SEK: 1050,
  SGD: 135,
  USD: 100,
}

/** So many dollars in minor units of a currency, rounded as prices are. */
export function price(dollars: number, currency: Region['currency']): number {
  const minor = dollars * (minorPerDollar[currency] ?? 100)
  return Math.max(50, Math.round(minor / 50) * 50)
}
