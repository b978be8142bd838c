import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unusualDecimals } from '#shared/format/currencyDecimals.ts'
import { formatMinor, getFractionDigits, parseMinor, toDecimalText } from '#shared/format/money.ts'
import { adyenUnits } from '#server/platform/areas/payments/providers/adyen/minorUnits.ts'
import { stripeUnits } from '#server/platform/areas/payments/providers/stripe/minorUnits.ts'
import {
  toProviderAmount,
  parseProviderAmount,
} from '#server/platform/areas/payments/providers/minorUnits.ts'

/** Decimals of stored amounts: those of Node 24 (ICU 78) when the table was created. */
const storedDecimals = {
  0: 'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX UYI VND VUV XAF XOF XPF YER',
  2: 'AED AUD BRL CAD CHF CRC CVE CZK DKK EUR GBP ILS INR MRU MXN NOK NZD PLN RSD SEK SGD TWD TZS USD UYU XXX ZAR',
  3: 'BHD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const codes = Object.entries(storedDecimals).flatMap(([digits, currencies]) =>
  currencies.split(' ').map((code) => [code, Number(digits)] as const),
)

const units = { stripe: stripeUnits, adyen: adyenUnits }

describe('Currency decimals', () => {
  test.each(codes)('%s has %i decimals', (code, digits) =>
    expect(getFractionDigits(code)).toBe(digits),
  )

  test('only codes without two decimals are listed', () => {
    for (const [code, digits] of unusualDecimals) {
      expect(code).toMatch(/^[A-Z]{3}$/)
      expect(digits).not.toBe(2)
    }
  })

  test('a browser with other decimals in Intl parses and formats the same amounts', () => {
    const { NumberFormat } = Intl
    try {
      // Firefox, for example, follows ISO 4217 for HUF.
      Intl.NumberFormat = function () {
        throw new Error('Money must not ask Intl')
      } as unknown as typeof NumberFormat // Only for this test.
      expect(parseMinor('500', 'HUF')).toBe(500)
      expect(parseMinor('500', 'KWD')).toBe(500_000)
      expect(formatMinor(1_234_500, 'HUF')).toBe('1,234,500')
      expect(formatMinor(-1_234_500, 'KWD')).toBe('-1,234.500')
      expect(toDecimalText(12_345, 'CLF')).toBe('1.2345')
    } finally {
      Intl.NumberFormat = NumberFormat
    }
  })

  test('a formatted amount is parsed as the same amount in every currency', () => {
    const currency = fc.constantFrom(...codes.map(([code]) => code))
    fc.assert(
      fc.property(fc.maxSafeInteger(), currency, (minor, code) => {
        expect(parseMinor(formatMinor(minor, code), code)).toBe(minor)
        expect(parseMinor(toDecimalText(minor, code), code)).toBe(minor)
      }),
    )
  })

  test('no source asks Intl for the decimals of a currency', () => {
    const forbiddenPattern =
      /style:\s*['"]currency['"]|resolvedOptions\(\)\s*\.?\s*\w*\.(?:maximum|minimum)FractionDigits|maximumFractionDigits\s*}\s*=|supportedValuesOf\(\s*['"]currency/
    const files = ['shared', 'client', 'server', 'machines', 'scripts'].flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx,mjs}`),
    )
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter((file) => forbiddenPattern.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

describe('Amounts at providers', () => {
  // docs.stripe.com/currencies and docs.adyen.com/development-resources/currency-codes.
  test.each([
    ['stripe', 'HUF', 500, 50_000],
    ['stripe', 'UGX', 500, 50_000],
    ['stripe', 'ISK', 500, 50_000],
    ['stripe', 'TWD', 500, 500],
    ['stripe', 'COP', 500, 50_000],
    ['stripe', 'IDR', 500, 50_000],
    ['stripe', 'CLP', 500, 500],
    ['stripe', 'MGA', 500, 500],
    ['stripe', 'JPY', 500, 500],
    ['stripe', 'KWD', 1250, 1250],
    ['adyen', 'HUF', 500, 50_000],
    ['adyen', 'CLP', 500, 50_000],
    ['adyen', 'ISK', 500, 50_000],
    ['adyen', 'CVE', 50_000, 500],
    ['adyen', 'IDR', 500, 500],
    ['adyen', 'IQD', 500, 500_000],
    ['adyen', 'UGX', 500, 500],
    ['adyen', 'KWD', 1250, 1250],
  ] as const)('%s %s: our %i is their %i', (provider, code, ours, theirs) => {
    expect(toProviderAmount(units[provider], ours, code)).toBe(theirs)
    expect(parseProviderAmount(units[provider], theirs, code)).toBe(ours)
  })

  test('an amount with more decimals than the provider has is not sent', () => {
    expect(toProviderAmount(stripeUnits, 1255, 'KWD')).toBeNull()
    expect(toProviderAmount(adyenUnits, 550, 'CVE')).toBeNull()
  })
})
