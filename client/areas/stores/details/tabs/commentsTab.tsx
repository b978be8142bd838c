import { stores } from '#shared/areas/stores/stores.ts'
import { Section, storeTabTitles } from '#client/frame/index.ts'
import type { CommentsPart, LoadedComments } from '#client/list/comments/commentsPart.ts'
import { defineTab } from './storeTab.tsx'
import * as styles from '../Store.css.ts'

/** Creates the tab with a store's comments, from the part that shows comments. */
export const createCommentsTab = ({ loadComments, commentIntents, Comments }: CommentsPart) =>
  defineTab<LoadedComments>({
    load: ({ api, id, params, signal }) =>
      loadComments(api, { resource: stores.name, recordId: id }, { params, signal }),
    intents: commentIntents,
    render: ({ data, writeKey, refused }) => (
      <Section id="comments" title={storeTabTitles.comments} narrow>
        <div className={styles.inset}>
          <Comments {...data} writeKey={writeKey} refused={refused} />
        </div>
      </Section>
    ),
  })
