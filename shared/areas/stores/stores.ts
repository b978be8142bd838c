import {
  color,
  optionalInDraft,
  image,
  instant,
  integer,
  list,
  longText,
  optional,
  reference,
  references,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { createEmailPattern, patterns } from '#shared/engine/fields/patterns.ts'
import { currencies } from '#shared/format/currencies.ts'
import { countries, locales, timeZones } from '#shared/format/regions.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { integrationStates, storeStatuses } from './status/storeStates.ts'
import { integrationKindLabels } from '#shared/engine/integrations/integrationKinds.ts'
import { getBlueprintSettingLabels } from './blueprints/blueprintSettings.ts'
import { accessModes } from './storeDefaults.ts'
import { readinessLabels } from './readiness/readinessChecks.ts'

export const storeTypes = {
  points: 'Points',
  gift: 'Gift',
  mixed: 'Mixed',
  retail: 'Retail',
} as const

export const storePlans = {
  starter: 'Starter',
  growth: 'Growth',
  enterprise: 'Enterprise',
} as const

const fields = {
  name: text('Name', { min: 2, max: 80 }),
  code: text('Code', {
    max: 41,
    pattern: patterns.code,
    derivedFrom: 'name',
    hint: 'Must be unique. Use lowercase letters, digits, and hyphens.',
  }),
  organisationId: optionalInDraft(reference('Organization', 'organisations')),
  type: select('Type', storeTypes, { initial: 'mixed' }),
  plan: select('Plan', storePlans, { initial: 'growth' }),
  tags: list('Tags', { max: 30, pattern: patterns.tag, hint: 'Separate with commas.' }),
  supportEmail: optional(
    text('Support email', { max: 120, pattern: createEmailPattern('Support email') }),
  ),
  notes: optional(
    longText('Notes', { max: 2000, hint: "For operators only. Members can't see notes." }),
  ),
  subdomain: text('Subdomain', { max: 41, pattern: patterns.subdomain }),
  domain: optional(text('Custom domain', { max: 253, pattern: patterns.domain })),
  defaultLocale: optional(select('Default locale', locales)),
  locales: list('Additional locales', { max: 20, options: locales }),
  defaultCurrency: select('Default currency', currencies, { initial: 'USD' }),
  currencies: list('Additional currencies', { max: 3, options: currencies }),
  timeZone: optional(select('Time zone', timeZones)),
  country: select('Country', countries, { initial: 'US' }),
  themeId: optional(reference('Theme', 'themes')),
  logo: optional(image('Logo')),
  favicon: optional(image('Favicon', { hint: 'Shown in browser tabs. Use a square image.' })),
  primaryColour: optional(color('Primary color')),
  textColour: optional(color('Text on primary color')),
  access: optional(select('Access', accessModes)),
  allowedEmailDomains: list('Allowed email domains', {
    max: 253,
    pattern: patterns.emailDomain,
    hint: 'Separate with commas. Leave blank to allow any domain.',
  }),
  smtpSettingsId: optional(
    reference('SMTP setting', 'smtpSettings', {
      hint: 'Leave blank to use the platform default.',
    }),
  ),
  blueprintId: optional(reference('Blueprint', 'blueprints')),
  adminName: optionalInDraft(text('First admin', { max: 80 })),
  adminEmail: optionalInDraft(
    text('First admin email', { max: 120, pattern: createEmailPattern('First admin email') }),
  ),
}

/**
 * Stores (screens.md, All Stores). Blank fields inherit from `storeDefaults`. Status and deletion
 * have their own calls. A new field needs two more files: its place in storeFieldPlaces.ts, and its
 * column (shared/README.md, "Add a field to stores").
 */
export const stores = defineResource({
  name: 'stores',
  title: { one: 'store', many: 'stores' },
  about:
    "A store is where a company's members place orders. Each store has its own domain, look, and currency.",
  permission: 'storesRead',
  fields,
  derived: {
    primaryDomain: text('Primary domain', { max: 253 }),
    status: select('Status', storeStatuses, { initial: 'draft' }),
    statusReason: optional(text('Status reason', { max: 200 })),
    maintenanceMessage: optional(text('Maintenance message', { max: 300 })),
    maintenanceEndsAt: optional(instant('Maintenance ends')),
    readiness: { ...integer('Readiness (%)'), heading: 'Ready' },
    members: integer('Members'),
    orders30d: { ...integer('Orders (30 days)'), heading: 'Orders (30 d)' },
    failedPayments7d: { ...integer('Failed payments (7 days)'), heading: 'Failed (7 d)' },
    mailState: select('Email', integrationStates),
    signOnState: select('SSO', integrationStates),
    paymentState: select('Payment', integrationStates),
    giftState: select('Gift cards', integrationStates),
    printState: select('Print on demand', integrationStates),
    failing: { ...toggle('Failing integrations'), heading: 'Integrations' },
    failingIntegrations: list('Failing integration types', {
      max: 10,
      options: integrationKindLabels,
    }),
    missing: list('Failed readiness checks', { max: 20, options: readinessLabels }),
    attentionIds: references('Alerts', 'attentionItems'),
    openAlerts: integer('Open alerts'),
    differsFromBlueprint: toggle('Differs from blueprint', { initial: false }),
    blueprintDifferences: list('Differences from blueprint', {
      max: 20,
      options: { ...getBlueprintSettingLabels(fields), ...integrationKindLabels },
    }),
    domainVerified: toggle('Verified domain'),
    domainVerifiedAt: optional(instant('Domain verified')),
    lastOrderAt: optional(instant('Last order')),
    lastActivityAt: optional(instant('Last activity')),
    held: toggle('Deletion scheduled', { initial: false }),
    deleteAfter: optional(instant('Deletion date')),
  },
  list: {
    columns: ['name', 'status', 'readiness', 'failing', 'members', 'orders30d', 'failedPayments7d'],
    filters: [
      'status',
      'held',
      'organisationId',
      'plan',
      'themeId',
      'smtpSettingsId',
      'defaultCurrency',
      'country',
      'failing',
      'failingIntegrations',
      'readiness',
      'missing',
      'attentionIds',
      'openAlerts',
      'domainVerified',
      'blueprintId',
      'differsFromBlueprint',
      'blueprintDifferences',
      'failedPayments7d',
      'tags',
      'createdAt',
    ],
    tabs: 'status',
    search: ['name', 'code', 'subdomain', 'domain', 'organisationId'],
    defaultPanel: null,
  },
  api: {
    comments: true,
    writes: ['create', 'change'],
    unique: [['code'], ['subdomain'], ['domain']],
    import: { key: ['code'] },
  },
  relations: { disambiguatingFields: ['code', 'organisationId'] },
})
