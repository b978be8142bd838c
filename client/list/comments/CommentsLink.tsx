import { useLocation } from 'react-router'
import { commentsParam } from '#shared/engine/commentParams.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Link } from '#client/ui/Link.tsx'
import type { ListProps } from '../listProps.ts'
import { withCommentParams } from './commentsUrl.ts'
import * as styles from '#client/form/Panel.css.ts'

type CommentsLinkProps = Pick<ListProps, 'resource' | 'view'> & { record: AnyRecord }

/** Renders a link from a record's panel to its comments; nothing if such records have none. */
export function CommentsLink({ resource, view, record }: CommentsLinkProps) {
  if (!getOfferedPanels(resource).includes(commentsParam)) return null
  const to = createPanelUrls(resource, view)(commentsParam, record.id)
  return (
    <Link to={to} className={styles.tool} preventScrollReset>
      {formMessages.comments}
    </Link>
  )
}

/** Renders a link to the comments of the record that a page is about. */
export const PageCommentsLink = ({ record }: { record: AnyRecord }) => (
  <Link
    to={withCommentParams(useLocation(), { [commentsParam]: record.id })}
    className={styles.tool}
    preventScrollReset
  >
    {formMessages.comments}
  </Link>
)
