import { ApiError } from '#shared/engine/api.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { buildListUrl, createPanelUrls, withPanel } from '#shared/engine/list/listView.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { getRecordPanel } from '#shared/engine/resource.ts'
import { Panel } from '#client/form/Panel.tsx'
import type { CommentsPart, LoadedComments } from '#client/list/comments/commentsPart.ts'
import type { PanelDefinition } from '#client/list/panels/definePanels.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import { clientMessages } from '#client/runtime/messages.ts'
import { Link } from '#client/ui/Link.tsx'
import { commentIntents } from './commentIntents.ts'
import { Comments, loadComments } from './Comments.tsx'
import * as styles from '#client/form/Panel.css.ts'

const getSubjectLabel = ({ page, subject }: LoadedComments): string =>
  isPageFailure(page) ? String(subject.recordId) : page.label

/** Renders the panel with the comments on the record that a page is about. */
export const CommentsPanel: CommentsPart['CommentsPanel'] = ({ resource, close, ...comments }) => (
  <Panel
    title={getSubjectLabel(comments)}
    kind={resource.title.one}
    close={close}
    size="medium"
    row={comments.subject.recordId}
  >
    <div className={styles.body}>
      <Comments {...comments} />
    </div>
  </Panel>
)

/**
 * The panel with a record's comments beside a list. Only the comments are loaded: those of a fixed
 * alert outlast it.
 */
export const commentsPanel: PanelDefinition<LoadedComments> = {
  reads: true,
  Panel: ({ resource, view, data, refused, loaded }) => {
    const { recordId } = loaded.subject
    const recordPanel = getRecordPanel(resource)
    // A panel that only the definition names is the screen's own.
    const isOffered =
      recordPanel !== null &&
      (resource.list.defaultPanel === recordPanel ||
        getOfferedPanels(resource).includes(recordPanel))
    return (
      <Panel
        title={getSubjectLabel(loaded)}
        kind={resource.title.one}
        close={buildListUrl(resource, withPanel(view, null))}
        size="medium"
        row={recordId}
        tools={
          isOffered && (
            <Link
              to={createPanelUrls(resource, view)(recordPanel, recordId)}
              className={styles.tool}
              preventScrollReset
            >
              {recordPanel === 'edit' ? formMessages.backToForm : formMessages.details}
            </Link>
          )
        }
      >
        <div className={styles.body}>
          <Comments {...loaded} writeKey={data.writeKey} refused={refused} />
        </div>
      </Panel>
    )
  },
  intents: commentIntents,
  load: async ({ api, resource, id, params, signal }) => {
    if (id === null)
      throw new ApiError({ status: 404, code: 'not_found', title: clientMessages.recordNotFound })
    const subject = { resource: resource.name, recordId: id }
    return loadComments(api, subject, { params, signal })
  },
}
