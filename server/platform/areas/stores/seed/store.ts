import type { ValuesOf } from '#shared/engine/resource.ts'
import type { stores as definition } from '#shared/areas/stores/stores.ts'
import { activeOperators, person } from '#server/platform/demoData/people.ts'
import { dayMs, instant, startOf } from '#server/platform/demoData/period.ts'
import type { Period } from '#server/platform/demoData/period.ts'
import { chance, pick, whole } from '#server/platform/demoData/random.ts'
import type { Random } from '#server/platform/demoData/random.ts'
import { hasGap } from './storeGaps.ts'
import { storeName } from './storeNames.ts'
import type { Taken } from './storeNames.ts'
import type { StorePlan } from './storePlan.ts'
import { palette, poorPalette } from '#server/platform/areas/themes/seed/themes.ts'
import { mailDomain } from './organisations.ts'
import { words } from '#server/platform/demoData/words.ts'

export type StoreRow = ValuesOf<typeof definition> & {
  id: number
  status: StorePlan['status']
  statusReason: string | null
  domainToken: string
  domainVerifiedAt: string | null
  createdAt: string
  createdBy: string
  updatedAt: string
  updatedBy: string
}

const reasons: Partial<Record<StorePlan['status'], readonly string[]>> = {
  suspended: [
    'Invoices are 60 days overdue.',
    "We're investigating reports of fraud.",
    'The organization asked for a pause.',
    'The contract is under review.',
  ],
  archived: ['The contract ended.', 'Replaced by another store.', 'The pilot ended.'],
}

const tags = words('pilot vip seasonal franchise migrated white-label needs-review high-volume')

type Surroundings = {
  id: number
  organisation: { id: number; name: string; tag: string } | null
  themes: readonly { id: number; status: string }[]
  taken: Taken
  period: Period
}

/** A store as activeOperators left it: much is inherited from the platform's defaults, some is overridden. */
export function storeRow(
  plan: StorePlan,
  { id, organisation, themes, taken, period }: Surroundings,
): StoreRow {
  const { random, region, status, type, index } = plan
  const some = <T>(probability: number, value: () => T): T | null =>
    chance(random, probability) ? value() : null

  const { name, code } = storeName(plan, organisation?.name ?? null, taken)
  const mail = mailDomain(organisation?.name ?? code)
  const colours = hasGap('contrast', index)
    ? pick(random, poorPalette)
    : some(0.55, () => pick(random, palette))
  const hasOpenDomain = hasGap('domain', index)
  const hasDomain = chance(random, plan.plan === 'starter' ? 0.12 : 0.45) || hasOpenDomain
  const domain = hasDomain ? `${code}.example.com` : null
  const verified = hasDomain && !hasOpenDomain && (status !== 'draft' || chance(random, 0.5))
  const isAppointed = status === 'draft' ? chance(random, 0.4) : !hasGap('admin', index)
  const admin = isAppointed ? person(random, id) : null
  const isOld = hasGap('theme', index)
  const hasTheme = chance(random, status === 'draft' ? 0.3 : 0.6) || isOld
  const theme = hasTheme ? pickTheme(random, themes, isOld) : null
  const access = some(0.5, () => pick(random, ['sign_in', 'sign_in', 'prices_hidden'] as const))
  const changedAt =
    status === 'active' || status === 'draft'
      ? Math.min(period.now, plan.createdAt + whole(random, 0, 20) * dayMs)
      : startOf(period, Math.min(plan.quietFrom, period.days - 3)) + 9 * 3_600_000

  return {
    id,
    name,
    code,
    organisationId: organisation?.id ?? null,
    type,
    plan: plan.plan,
    tags: [...(organisation ? [organisation.tag] : []), ...tags.filter(() => chance(random, 0.09))],
    supportEmail: some(0.4, () => `help@${mail}`),
    notes: some(0.15, () => 'Ships from the northern warehouse. Returns go to the organization.'),
    subdomain: code,
    domain,
    defaultLocale: some(0.7, () => region.locale),
    locales: region.locale === 'en-GB' || chance(random, 0.5) ? [] : ['en-GB'],
    defaultCurrency: region.currency,
    currencies: region.currency === 'EUR' && chance(random, 0.3) ? ['GBP', 'CHF'] : [],
    timeZone: some(0.7, () => region.timeZone),
    country: region.country,
    themeId: theme?.id ?? null,
    smtpSettingsId: null,
    logo: null,
    favicon: null,
    primaryColour: colours?.[0] ?? null,
    textColour: colours?.[1] ?? null,
    access,
    allowedEmailDomains: access === 'sign_in' && chance(random, 0.6) ? [mail] : [],
    adminName: admin?.name ?? null,
    adminEmail: admin?.email ?? null,
    status,
    statusReason: reasons[status] ? pick(random, reasons[status]) : null,
    domainToken: Array.from({ length: 32 }, () => whole(random, 0, 15).toString(16)).join(''),
    domainVerifiedAt: verified ? instant(Math.min(period.now, plan.createdAt + dayMs / 2)) : null,
    createdAt: instant(plan.createdAt),
    createdBy: pick(random, activeOperators),
    updatedAt: instant(Math.max(plan.createdAt, changedAt)),
    updatedBy: pick(random, activeOperators),
  }
}

function pickTheme(random: Random, themes: Surroundings['themes'], isOld: boolean) {
  const fitting = themes.filter(({ status }) => (status === 'deprecated') === isOld)
  return fitting.length > 0 ? pick(random, fitting) : null
}
