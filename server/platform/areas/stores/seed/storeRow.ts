import { stores } from '#shared/areas/stores/stores.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import { activeOperators, generatePerson } from '#server/platform/demoData/people.ts'
import { msPerDay, toIsoTime, getDayStart } from '#server/platform/demoData/period.ts'
import type { SeedPeriod } from '#server/platform/demoData/period.ts'
import { rollChance, pickRandom, pickInteger } from '#server/platform/demoData/random.ts'
import type { RandomSource } from '#server/platform/demoData/random.ts'
import { hasGap } from './storeGaps.ts'
import { createStoreName } from './storeNames.ts'
import type { UsedNames } from './storeNames.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'
import { palette, lowContrastPalette } from '#server/platform/demoData/palettes.ts'
import { buildDemoEmailDomain } from './organizations.ts'
import { parseWords } from '#server/platform/demoData/text.ts'
import type { StoreRow } from '#server/platform/demoData/rows.ts'

const statusReasons: Partial<Record<StorePlan['status'], readonly string[]>> = {
  suspended: [
    'Invoices are 60 days overdue.',
    "We're investigating reports of fraud.",
    'The organization asked for a pause.',
    'The contract is under review.',
  ],
  archived: ['The contract ended.', 'Replaced by another store.', 'The pilot ended.'],
}

const storeTags = parseWords(
  'pilot vip seasonal franchise migrated white-label needs-review high-volume',
)

// A row has its own values for all fields that are required and have no initial value.
const emptyStoreValues = getInitialValues(stores) as ValuesOf<typeof stores>

type StoreSeedContext = {
  id: number
  organisation: { id: number; name: string; tag: string } | null
  themes: readonly { id: number; status: string }[]
  usedNames: UsedNames
  period: SeedPeriod
}

/**
 * Creates a store as operators set it up: most values are inherited from the platform's defaults,
 * some are overridden.
 */
export function createStoreRow(
  plan: StorePlan,
  { id, organisation, themes, usedNames, period }: StoreSeedContext,
): StoreRow {
  const { random, region, status, type, index } = plan
  const pickMaybe = <T>(probability: number, value: () => T): T | null =>
    rollChance(random, probability) ? value() : null

  const { name, code } = createStoreName(plan, organisation?.name ?? null, usedNames)
  const emailDomain = buildDemoEmailDomain(organisation?.name ?? code)
  const colors = hasGap('contrast', index)
    ? pickRandom(random, lowContrastPalette)
    : pickMaybe(0.55, () => pickRandom(random, palette))
  const hasOpenDomain = hasGap('domain', index)
  const hasDomain = rollChance(random, plan.plan === 'starter' ? 0.12 : 0.45) || hasOpenDomain
  const domain = hasDomain ? `${code}.example.com` : null
  const verified = hasDomain && !hasOpenDomain && (status !== 'draft' || rollChance(random, 0.5))
  const hasAdmin = status === 'draft' ? rollChance(random, 0.4) : !hasGap('admin', index)
  const admin = hasAdmin ? generatePerson(random, id) : null
  const usesOldTheme = hasGap('theme', index)
  const hasTheme = rollChance(random, status === 'draft' ? 0.3 : 0.6) || usesOldTheme
  const theme = hasTheme ? pickTheme(random, themes, usesOldTheme) : null
  const access = pickMaybe(0.5, () =>
    pickRandom(random, ['sign_in', 'sign_in', 'prices_hidden'] as const),
  )
  const changedAt =
    status === 'active' || status === 'draft'
      ? Math.min(period.now, plan.createdAt + pickInteger(random, 0, 20) * msPerDay)
      : getDayStart(period, Math.min(plan.quietFrom, period.days - 3)) + 9 * 3_600_000

  return {
    ...emptyStoreValues,
    id,
    name,
    code,
    organisationId: organisation?.id ?? null,
    type,
    plan: plan.plan,
    tags: [
      ...(organisation ? [organisation.tag] : []),
      ...storeTags.filter(() => rollChance(random, 0.09)),
    ],
    supportEmail: pickMaybe(0.4, () => `help@${emailDomain}`),
    notes: pickMaybe(
      0.15,
      () => 'Ships from the northern warehouse. Returns go to the organization.',
    ),
    subdomain: code,
    domain,
    defaultLocale: pickMaybe(0.7, () => region.locale),
    locales: region.locale === 'en-GB' || rollChance(random, 0.5) ? [] : ['en-GB'],
    defaultCurrency: region.currency,
    currencies: region.currency === 'EUR' && rollChance(random, 0.3) ? ['GBP', 'CHF'] : [],
    timeZone: pickMaybe(0.7, () => region.timeZone),
    country: region.country,
    themeId: theme?.id ?? null,
    primaryColour: colors?.[0] ?? null,
    textColour: colors?.[1] ?? null,
    access,
    allowedEmailDomains: access === 'sign_in' && rollChance(random, 0.6) ? [emailDomain] : [],
    adminName: admin?.name ?? null,
    adminEmail: admin?.email ?? null,
    status,
    statusReason: statusReasons[status] ? pickRandom(random, statusReasons[status]) : null,
    domainToken: Array.from({ length: 32 }, () => pickInteger(random, 0, 15).toString(16)).join(''),
    domainVerifiedAt: verified
      ? toIsoTime(Math.min(period.now, plan.createdAt + msPerDay / 2))
      : null,
    createdAt: toIsoTime(plan.createdAt),
    createdBy: pickRandom(random, activeOperators),
    updatedAt: toIsoTime(Math.max(plan.createdAt, changedAt)),
    updatedBy: pickRandom(random, activeOperators),
  }
}

function pickTheme(
  random: RandomSource,
  themes: StoreSeedContext['themes'],
  isDeprecated: boolean,
) {
  const fitting = themes.filter(({ status }) => (status === 'deprecated') === isDeprecated)
  return fitting.length > 0 ? pickRandom(random, fitting) : null
}
