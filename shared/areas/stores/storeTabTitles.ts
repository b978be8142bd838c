import type { StoreTabName } from './storeUrl.ts'

export const storeTabTitles: Readonly<Record<StoreTabName, string>> = {
  overview: 'Overview',
  general: 'General',
  domains: 'Domains',
  locale: 'Locale and currency',
  brand: 'Brand',
  access: 'Access',
  members: 'Members',
  groups: 'Groups',
  credits: 'Credits',
  integrations: 'Integrations',
  calendar: 'Calendar',
  comments: 'Comments',
  logs: 'Logs',
  danger: 'Danger zone',
  duplicate: 'Duplicate',
}
