import {
  addComment,
  commentFields,
  deleteComment,
  updateComment,
} from '#shared/areas/comments/comments.ts'
import { afterCommentParam, editCommentParam } from '#shared/engine/commentParams.ts'
import type { IntentContext, Intents } from '#client/form/handleForm.ts'
import { parseValidForm } from '#client/form/saveChanges.ts'
import { withCommentParams } from '#client/list/comments/commentsUrl.ts'

/** The same page without the form of a comment. */
const buildReturnUrl = ({ url }: IntentContext, changes = {}) =>
  withCommentParams(new URL(url), { [editCommentParam]: null, ...changes })

async function parseBody({ api, form }: IntentContext): Promise<string> {
  const { body } = await parseValidForm(api, commentFields, form)
  return String(body)
}

/** The forms of comments. Both stay on their page. */
export const commentIntents: Intents = {
  async addComment(context) {
    const { api, form, key } = context
    const resource = String(form.get('resource'))
    const recordId = Number(form.get('recordId'))
    await addComment(api, { resource, recordId, body: await parseBody(context) }, key)
    return { notice: 'comment-saved', to: buildReturnUrl(context, { [afterCommentParam]: null }) }
  },
  async changeComment(context) {
    const { api, form, key } = context
    const id = Number(form.get('commentId'))
    if (form.get('action') === 'delete') {
      await deleteComment(api, id, key)
      return { notice: 'comment-deleted', to: buildReturnUrl(context) }
    }
    await updateComment(api, id, { body: await parseBody(context) }, key)
    return { notice: 'comment-saved', to: `${buildReturnUrl(context)}#comment-${id}` }
  },
}
