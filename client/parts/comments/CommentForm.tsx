import { Fragment, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { commentFields } from '#shared/areas/comments/comments.ts'
import type { Comment } from '#shared/areas/comments/comments.ts'
import { editCommentParam } from '#shared/engine/commentParams.ts'
import { Button, FormField } from '#client/frame/index.ts'
import { DraftOffer } from '#client/form/drafts/DraftOffer.tsx'
import { UnsavedGuard } from '#client/form/drafts/UnsavedGuard.tsx'
import { useUncontrolledFormDraft } from '#client/form/drafts/useUncontrolledFormDraft.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { CommentFormContext } from '#client/list/comments/commentsPart.ts'
import { withCommentParams } from '#client/list/comments/commentsUrl.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { commentsMessages } from './messages.ts'
import * as styles from './Comments.css.ts'

type Props = CommentFormContext & { comment?: Pick<Comment, 'id' | 'body'> }

/** Renders the form for a new comment, or for one that its author changes. */
export function CommentForm({ subject, comment, writeKey, refused }: Props) {
  const { pathname, search } = useLocation()
  const { formData } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const intent = comment ? 'changeComment' : 'addComment'
  const { resource, recordId } = subject
  const sent = formData?.get('intent') === intent
  const rejection = refused?.intent === intent ? refused : undefined
  const { draft, isTyped, restored, restore, listeners } = useUncontrolledFormDraft({
    form,
    name: `comments.${resource}.${recordId}.${comment?.id ?? 'new'}`,
    intent,
    ignoredFields: ['intent', 'writeKey'],
    writeKey,
    answer: rejection,
  })
  const answer = rejection ?? restored
  useFocusFirstInvalid(form, rejection)
  const hidden = {
    intent,
    writeKey: `${writeKey}-${intent}`,
    ...(comment ? { commentId: comment.id } : { resource, recordId }),
  }
  const id = comment ? `comment-body-${comment.id}` : 'new-comment'
  return (
    <Form
      ref={form}
      method="post"
      action={pathname + search}
      className={styles.form}
      noValidate
      preventScrollReset
      {...listeners}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {answer?.failure && <FailureText failure={answer.failure} />}
      <DraftOffer draft={draft} restore={restore} />
      <Fragment key={restored && 'restored'}>
        <FormField
          id={id}
          name="body"
          field={commentFields.body}
          answer={answer}
          initialValue={comment?.body}
        />
      </Fragment>
      <div className={styles.buttons}>
        <Button type="submit" name="action" value="save" color="white" loading={sent}>
          {comment ? commentsMessages.save : commentsMessages.add}
        </Button>
        {comment && (
          <>
            <Button type="submit" name="action" value="delete" color="white">
              {commentsMessages.delete}
            </Button>
            <ButtonLink
              color="white"
              to={withCommentParams({ pathname, search }, { [editCommentParam]: null })}
              preventScrollReset
              data-way-out
            >
              {commentsMessages.cancel}
            </ButtonLink>
          </>
        )}
      </div>
      {isTyped && <UnsavedGuard dirty onLeave={draft.discard} />}
    </Form>
  )
}
