import type { ReactNode } from 'react'
import type { Api } from '#shared/engine/api.ts'
import type { CommentSubject, Comment, CommentPage } from '#shared/areas/comments/comments.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import type { Intents, RejectedForm } from '#client/form/handleForm.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { createLazyPart } from '#client/runtime/lazyPart.ts'
import type { PanelPart } from '../panels/definePanels.ts'

/** A page of a record's comments, or why it couldn't be loaded. */
export type LoadedComments = { subject: CommentSubject; page: CommentPage | PageFailure }

/** What the forms of comments need from their page. */
export type CommentFormContext = {
  subject: CommentSubject
  writeKey: string
  refused: RejectedForm | undefined
}

type CommentsProps = LoadedComments & Omit<CommentFormContext, 'subject'>

/**
 * Comments on records, with their Markdown reader. The same list, form, and intents serve panels,
 * setup pages, stores, members, and alerts.
 */
export type CommentsPart = PanelPart & {
  loadComments: (
    api: Api,
    subject: CommentSubject,
    page: { params: URLSearchParams; signal: AbortSignal },
  ) => Promise<LoadedComments>
  commentIntents: Intents
  /** The form for a new comment, and all comments below it. */
  Comments: (props: CommentsProps) => ReactNode
  CommentForm: (props: CommentFormContext) => ReactNode
  /** The text of a comment, or the form that changes it if the URL says so. */
  CommentBody: (props: CommentFormContext & { comment: Pick<Comment, 'id' | 'body'> }) => ReactNode
  /** The link with which the author edits a comment; nothing for others. */
  EditCommentLink: (props: { comment: Pick<Comment, 'id' | 'authorId' | 'createdAt'> }) => ReactNode
  /** The panel over a page that isn't a list. `close` is the URL of that page. */
  CommentsPanel: (props: CommentsProps & { resource: Resource; close: string }) => ReactNode
}

/** Loads when the comments of a record are shown. */
export const commentsPart = createLazyPart<CommentsPart>()
