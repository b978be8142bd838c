/** What a reference to what needs attention knows of it. */
export const attentionReference = {
  name: 'attentionItems',
  path: '/dashboard?attention',
  title: { one: 'alert', many: 'alerts' },
  label: 'title',
  sort: '-rank',
  permission: 'ordersRead',
  writes: [],
} as const
