import { storeMessages } from '#shared/stores/storeMessages.ts'
import { StoreForm } from './StoreForm.tsx'
import type { TabName } from './storeAddress.ts'
import { defineTab } from './storeTab.tsx'
import type { StoreField, StoreTab } from './storeTab.tsx'

/** A tab that is a form of some of the store's fields and nothing else. */
const fieldTab = (tab: TabName, title: string, fields: readonly StoreField[]): StoreTab =>
  defineTab({
    title,
    fields,
    render: (props) => <StoreForm {...props} tab={tab} fields={fields} />,
  })

const { tabs } = storeMessages

export const general = fieldTab('general', tabs.general, [
  'name',
  'code',
  'organisationId',
  'type',
  'plan',
  'tags',
  'supportEmail',
  'notes',
])

export const locale = fieldTab('locale', tabs.locale, [
  'defaultLocale',
  'locales',
  'defaultCurrency',
  'currencies',
  'timeZone',
  'country',
])

export const access = fieldTab('access', tabs.access, [
  'access',
  'allowedEmailDomains',
  'adminName',
  'adminEmail',
])
