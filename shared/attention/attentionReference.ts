/** What a reference to what needs attention knows of it. */
export const attentionReference = {
  name: 'attentionItems',
  path: '/dashboard?attention',
  title: { one: 'thing that needs attention', many: 'things that need attention' },
  label: 'title',
  sort: '-rank',
  permission: 'ordersRead',
  writes: [],
} as const
