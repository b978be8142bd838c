/** Texts of the bulk actions for users. */
export const userBulkMessages = {
  group: 'Group',
  suspend: 'Suspend',
  suspendExplanation:
    'Suspended users are signed out immediately, and their invitation and password links stop working.',
  addToGroup: 'Add to group',
  addTitle: 'Assign a group to',
  addExplanation:
    'Users added to the group get its permissions, starting with the next page they open.',
  removeFromGroup: 'Remove from group',
  removeTitle: 'Remove a group from',
  removeExplanation:
    'Users removed from the group lose permissions that only this group gave them, starting with the next page they open.',
} as const
