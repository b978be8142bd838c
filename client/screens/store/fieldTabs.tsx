import { loadDefaults } from '#client/stores/loadDefaults.ts'
import { StoreForm } from './StoreForm.tsx'
import type { TabName } from '#client/stores/storeAddress.ts'
import { defineTab } from './storeTab.tsx'
import type { StoreField, StoreTab } from './storeTab.tsx'

/** A tab that is a form of some of the store's fields and nothing else. */
const fieldTab = (tab: TabName, fields: readonly StoreField[]): StoreTab =>
  defineTab({
    fields,
    load: loadDefaults,
    render: ({ data, ...props }) => (
      <StoreForm {...props} defaults={data} tab={tab} fields={fields} />
    ),
  })

export const general = fieldTab('general', [
  'name',
  'code',
  'organisationId',
  'type',
  'plan',
  'tags',
  'supportEmail',
  'notes',
])

export const locale = fieldTab('locale', [
  'defaultLocale',
  'locales',
  'defaultCurrency',
  'currencies',
  'timeZone',
  'country',
])

export const access = fieldTab('access', [
  'access',
  'allowedEmailDomains',
  'adminName',
  'adminEmail',
])
