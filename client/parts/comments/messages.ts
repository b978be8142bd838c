/** Texts of the comments on a record. */
export const commentsMessages = {
  what: 'comments',
  add: 'Add comment',
  save: 'Save comment',
  delete: 'Delete comment',
  cancel: 'Cancel',
  none: 'No comments yet',
  edit: 'Edit',
  editFrom: (time: string) => `Edit the comment from ${time}`,
  edited: 'Edited',
  older: 'Older comments',
  newest: 'Newest comments',
  pages: 'Pages of comments',
}
