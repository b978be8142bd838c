/**
 * URL parameters of the panel with a record's comments: the record, the comment that its author
 * edits, and where the page starts.
 */
export const commentsParam = 'comments'
export const editCommentParam = 'editComment'
export const afterCommentParam = 'afterComment'
