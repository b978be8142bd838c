import type { currencies } from '#shared/format/currencies.ts'
import type { countries, locales, timeZones } from '#shared/format/regions.ts'

export type Region = {
  country: keyof typeof countries
  locale: keyof typeof locales
  currency: keyof typeof currencies
  timeZone: keyof typeof timeZones
  /** Hours ahead of UTC, ignoring daylight saving time. */
  hoursAhead: number
  cities: readonly string[]
}

const createRegion = (
  country: Region['country'],
  locale: Region['locale'],
  currency: Region['currency'],
  timeZone: Region['timeZone'],
  hoursAhead: number,
  cities: string,
): Region => ({
  country,
  locale,
  currency,
  timeZone,
  hoursAhead,
  cities: cities.split(', '),
})

export const regions: readonly Region[] = [
  createRegion('US', 'en-US', 'USD', 'America/New_York', -5, 'Boston, Atlanta, Pittsburgh, Newark'),
  createRegion('DE', 'de-DE', 'EUR', 'Europe/Berlin', 1, 'Köln, Leipzig, Nürnberg, Bremen'),
  createRegion('GB', 'en-GB', 'GBP', 'Europe/London', 0, 'Leeds, Bristol, Cardiff, Glasgow'),
  createRegion('US', 'en-US', 'USD', 'America/Chicago', -6, 'Chicago, Austin, St. Louis'),
  createRegion('FR', 'fr-FR', 'EUR', 'Europe/Paris', 1, 'Lyon, Nantes, Lille, Besançon'),
  createRegion('CA', 'fr-CA', 'CAD', 'America/Toronto', -5, 'Toronto, Montréal, Québec'),
  createRegion('NL', 'nl-NL', 'EUR', 'Europe/Amsterdam', 1, 'Utrecht, Eindhoven, Groningen'),
  createRegion('ES', 'es-ES', 'EUR', 'Europe/Madrid', 1, 'Valencia, Bilbao, Sevilla'),
  createRegion('US', 'en-US', 'USD', 'America/Los_Angeles', -8, 'Oakland, Portland, San Diego'),
  createRegion('IT', 'it-IT', 'EUR', 'Europe/Rome', 1, 'Torino, Bologna, Bari'),
  createRegion('SE', 'sv-SE', 'SEK', 'Europe/Stockholm', 1, 'Göteborg, Malmö, Uppsala'),
  createRegion('PL', 'pl-PL', 'PLN', 'Europe/Warsaw', 1, 'Łódź, Gdańsk, Poznań'),
  createRegion('CH', 'de-DE', 'CHF', 'Europe/Zurich', 1, 'Basel, Winterthur, Genève'),
  createRegion('DK', 'da-DK', 'DKK', 'Europe/Berlin', 1, 'Aarhus, Odense'),
  createRegion('JP', 'ja-JP', 'JPY', 'Asia/Tokyo', 9, 'Osaka, Nagoya, Sapporo'),
  createRegion('AU', 'en-GB', 'AUD', 'Australia/Sydney', 10, 'Sydney, Newcastle'),
  createRegion('BR', 'pt-BR', 'BRL', 'America/Sao_Paulo', -3, 'Campinas, Curitiba'),
  createRegion('CZ', 'cs-CZ', 'CZK', 'Europe/Prague', 1, 'Brno, Plzeň'),
  createRegion('MX', 'es-MX', 'MXN', 'America/Mexico_City', -6, 'Puebla, Mérida'),
  createRegion('IE', 'en-GB', 'EUR', 'Europe/Dublin', 0, 'Cork, Galway'),
  createRegion('NO', 'nb-NO', 'NOK', 'Europe/Berlin', 1, 'Bergen, Tromsø'),
  createRegion('IL', 'he-IL', 'ILS', 'Asia/Jerusalem', 2, 'Haifa'),
  createRegion('FI', 'fi-FI', 'EUR', 'Europe/Athens', 2, 'Tampere, Jyväskylä'),
  createRegion('SG', 'en-GB', 'SGD', 'Asia/Singapore', 8, 'Singapore'),
  createRegion('AE', 'en-GB', 'AED', 'Asia/Dubai', 4, 'Dubai'),
]

/**
 * The approximate price of one dollar in each currency's minor units. The yen has no smaller unit.
 */
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

/** Converts dollars to a currency's minor units and rounds to a multiple of 50. */
export function toPrice(dollars: number, currency: Region['currency']): number {
  const minor = dollars * (minorPerDollar[currency] ?? 100)
  return Math.max(50, Math.round(minor / 50) * 50)
}
