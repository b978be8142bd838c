/** What can be done to many users at once. */
export const userBulkMessages = {
  group: 'Group',
  suspend: 'Suspend',
  suspendExplanation: 'They are signed out immediately, and their links stop working.',
  addToGroup: 'Add to group',
  addTitle: 'Add a group to',
  addExplanation: "They get the group's permissions, starting with their next page.",
  removeFromGroup: 'Remove from group',
  removeTitle: 'Remove a group from',
  removeExplanation:
    'They lose permissions that only this group gave them, starting with their next page.',
} as const
