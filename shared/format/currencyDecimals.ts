const splitCodes = (text: string) => text.split(' ')

/** Currencies whose minor unit isn't a hundredth (ISO 4217, list one). All others have two. */
const isoDecimals: Readonly<Record<number, readonly string[]>> = {
  0: splitCodes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  3: splitCodes('BHD JOD KWD LYD OMR TND'),
  4: splitCodes('CLF UYW'),
}

/**
 * Currencies that we count in whole units, although ISO 4217 gives them two decimals (IQD three):
 * their coins are out of use.
 *
 * Amounts were stored this way from the start, when the decimals came from Node's ICU data (ICU 78,
 * CLDR 48). Counting them in hundredths would change what stored amounts mean, also in the log,
 * whose entries are chained and can't be rewritten. So the decision is to keep them; never move a
 * code in this file without a migration of every amount. Providers count some of them in
 * hundredths: see minorUnits.ts.
 */
const wholeUnitCurrencies = splitCodes(
  'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER ' +
    // Withdrawn, but orders may still name them.
    'ADP BYR ESP ITL LUF MGF MRO STD TMM TRL ZMK ZWD',
)

/** Decimals of each currency that doesn't have two, by its ISO 4217 code. */
export const unusualDecimals: ReadonlyMap<string, number> = new Map([
  ...Object.entries(isoDecimals).flatMap(([decimals, listed]) =>
    listed.map((code) => [code, Number(decimals)] as const),
  ),
  ...wholeUnitCurrencies.map((code) => [code, 0] as const),
])
