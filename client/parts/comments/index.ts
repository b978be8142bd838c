import { commentsParam } from '#shared/engine/commentParams.ts'
import { commentsPanel } from './commentsPanel.tsx'

// The Markdown reader is large, so comments load when they're shown (commentsPart.ts).
export { commentIntents } from './commentIntents.ts'
export { CommentForm } from './CommentForm.tsx'
export { CommentBody, Comments, EditCommentLink, loadComments } from './Comments.tsx'
export { CommentsPanel } from './commentsPanel.tsx'

export const panels = { [commentsParam]: commentsPanel }
