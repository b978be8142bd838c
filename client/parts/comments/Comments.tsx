import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSelector } from '@xstate/react'
import { listComments } from '#shared/areas/comments/comments.ts'
import type { Comment } from '#shared/areas/comments/comments.ts'
import { afterCommentParam, editCommentParam } from '#shared/engine/commentParams.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { formatInstant } from '#shared/format/dates.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { CommentFormContext, CommentsPart } from '#client/list/comments/commentsPart.ts'
import { withCommentParams } from '#client/list/comments/commentsUrl.ts'
import { useActors, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { MarkdownText } from '#client/ui/texts/MarkdownText.tsx'
import { CommentForm } from './CommentForm.tsx'
import { commentsMessages } from './messages.ts'
import * as styles from './Comments.css.ts'

/** Loads a page of a record's comments. A failure is shown in their place. */
export const loadComments: CommentsPart['loadComments'] = async (
  api,
  subject,
  { params, signal },
) => ({
  subject,
  page: await resolveOrFailure(
    listComments(api, subject, { after: params.get(afterCommentParam), signal }),
    commentsMessages.what,
  ),
})

/** Renders the form for a new comment, and a record's comments, newest first. */
export const Comments: CommentsPart['Comments'] = ({ page, ...context }) => (
  <div className={styles.comments}>
    {/* A new key after each comment, so that the input is empty again. */}
    <CommentForm key={context.writeKey} {...context} />
    {isPageFailure(page) ? (
      <FailureText failure={page} />
    ) : (
      <>
        {page.data.length === 0 ? (
          <p className={styles.soft}>{commentsMessages.none}</p>
        ) : (
          <ol className={styles.list}>
            {page.data.map((comment) => (
              <CommentItem key={comment.id} comment={comment} {...context} />
            ))}
          </ol>
        )}
        <Pager next={page.next} />
      </>
    )}
  </div>
)

function CommentItem({ comment, ...context }: CommentFormContext & { comment: Comment }) {
  const item = useRef<HTMLLIElement>(null)
  const id = `comment-${comment.id}`
  const location = useLocation()
  // The form that had the focus is gone after an edit.
  useEffect(() => {
    if (location.hash === `#${id}`) item.current?.focus()
  }, [location, id])
  return (
    <li ref={item} className={styles.comment} id={id} tabIndex={-1}>
      <p className={styles.head}>
        <span className={styles.author}>{formatActor(comment.createdBy)}</span>
        <Instant at={comment.createdAt} className={styles.soft} />
        {comment.updatedAt && <span className={styles.soft}>{commentsMessages.edited}</span>}
        <EditCommentLink comment={comment} />
      </p>
      <CommentBody comment={comment} {...context} />
    </li>
  )
}

/** Renders the text of a comment, or the form that changes it if the URL says so. */
export const CommentBody: CommentsPart['CommentBody'] = ({ comment, ...context }) => {
  const editedId = new URLSearchParams(useLocation().search).get(editCommentParam)
  return editedId === String(comment.id) ? (
    <CommentForm comment={comment} {...context} />
  ) : (
    <div className={styles.text}>
      <MarkdownText>{comment.body}</MarkdownText>
    </div>
  )
}

/** Renders the link with which the author edits a comment; nothing for others. */
export const EditCommentLink: CommentsPart['EditCommentLink'] = ({
  comment: { id, authorId, createdAt },
}) => {
  const { session } = useActors()
  const userId = useSelector(session, ({ context }) => context.user?.id)
  const zone = useTimeZone()
  const here = useLocation()
  if (userId === undefined || authorId !== userId) return null
  return (
    <Link
      to={`${withCommentParams(here, { [editCommentParam]: id })}#comment-body-${id}`}
      preventScrollReset
      className={styles.soft}
      aria-label={commentsMessages.editFrom(formatInstant(createdAt, zone))}
    >
      {commentsMessages.edit}
    </Link>
  )
}

function Pager({ next }: { next: string | null }) {
  const here = useLocation()
  const isNewest = !new URLSearchParams(here.search).has(afterCommentParam)
  if (next === null && isNewest) return null
  return (
    <nav className={styles.pager} aria-label={commentsMessages.pages}>
      {!isNewest && (
        <Link to={withCommentParams(here, { [afterCommentParam]: null })} preventScrollReset>
          {commentsMessages.newest}
        </Link>
      )}
      {next !== null && (
        <Link to={withCommentParams(here, { [afterCommentParam]: next })} preventScrollReset>
          {commentsMessages.older}
        </Link>
      )}
    </nav>
  )
}
