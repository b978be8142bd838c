/** The fields of an alert that references use. */
export const attentionReference = {
  name: 'attentionItems',
  path: '/dashboard?attention',
  title: { one: 'alert', many: 'alerts' },
  label: 'title',
  sort: '-rank',
  permission: 'ordersRead',
  writes: [],
} as const
