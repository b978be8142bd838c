import { sql } from 'kysely'
import type { trainingCategories as category } from '#shared/areas/training/trainingCategories.ts'
import type { trainingContent as content } from '#shared/areas/training/trainingContent.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'
import { toSlug } from '#server/platform/demoData/text.ts'

type CategoryValues = ValuesOf<typeof category>
type ContentValues = Omit<ValuesOf<typeof content>, 'categoryId'>

const createCategory = (title: string, more: Partial<CategoryValues> = {}): CategoryValues => ({
  title,
  slug: toSlug(title),
  description: null,
  status: 'published',
  required: false,
  dueDays: null,
  storeIds: [],
  groupIds: [],
  position: null,
  ...more,
})

const createContent = (
  title: string,
  type: ContentValues['type'],
  more: Partial<ContentValues> = {},
): ContentValues => ({
  title,
  type,
  minutes: 5,
  status: 'published',
  body: null,
  url: null,
  file: null,
  captions: null,
  questions: null,
  passMark: null,
  required: true,
  position: null,
  ...more,
})

const firstOrderArticle = `# Your first order

1. **Choose** what you need. You'll see your company's prices.
2. Add it to your cart and check the *delivery address*.
3. Place your order. You'll get an email when it ships.

| Item | Delivery time |
|---|---|
| Stock items | 2 days |
| Printed items | 8 days |

Returns are free for [30 days](https://example.com/returns).`

const trainingRows: readonly [CategoryValues, ...ContentValues[]][] = [
  [
    createCategory('Welcome', {
      required: true,
      dueDays: 14,
      description: 'The basics for every member.',
    }),
    createContent('Your first order', 'article', { body: firstOrderArticle }),
    createContent('A tour of the store', 'video', {
      url: 'https://videos.example.com/walk',
      minutes: 4,
    }),
    createContent('Check what you learned', 'quiz', {
      questions:
        'How long do you have to return an item for free?\n- 14 days\n* 30 days\n- 1 year\nWhich items take longer to deliver?\n* Printed items\n- Stock items',
      passMark: 50,
    }),
  ],
  [
    createCategory('Safety gear', { required: true, dueDays: 30 }),
    createContent('Choosing the right gloves', 'article', {
      body: '## Gloves\n\n- Cut: level D and above\n- Heat: up to 250 °C',
      minutes: 6,
    }),
    createContent('Industry safety rules', 'link', { url: 'https://safety.example.com/rules' }),
    createContent('Safety shoe sizes', 'article', {
      body: 'Order half a size larger than usual.',
      required: false,
      minutes: 1,
    }),
  ],
  [
    createCategory('Gift cards'),
    createContent('How to redeem a gift card', 'article', { body: 'Enter the code at checkout.' }),
  ],
  [createCategory('Sustainability', { status: 'draft' })],
]

const trainingCategoryRows = trainingRows.map(([record], at) => ({
  ...record,
  position: at + 1,
}))

const buildDemoTrainingContent = (ids: readonly number[]) =>
  trainingRows.flatMap(([, ...contents], category) =>
    contents.map((record, at) => ({ ...record, categoryId: ids[category], position: at + 1 })),
  )

export async function insertTrainingContent(context: SeedContext): Promise<void> {
  const categoryIds = await insertRecords(context, 'trainingCategories', trainingCategoryRows)
  await insertRecords(context, 'trainingContent', buildDemoTrainingContent(categoryIds))
}

const maxLearners = 20_000

/**
 * Inserts the completions of members from this ID on. Most completed most of the content; some
 * failed a quiz.
 */
export const insertDemoCompletions = (trx: Connection, firstMember: number) =>
  sql`
  insert into training_completions (content_id, member_id, completed_at, score, passed)
  select content.id, members.id, members.created_at + make_interval(hours => 1 + members.id % 90),
    case when content.type = 'quiz' then (members.id * 37) % 6 * 20 end,
    content.type <> 'quiz' or (members.id * 37) % 6 * 20 >= content.pass_mark
  from members join training_content as content on content.status = 'published'
  where members.id between ${firstMember} and ${firstMember + maxLearners - 1}
    and (members.id * 7 + members.store_id * 3 + content.id * 5) % 11 < 5 + members.store_id % 6`.execute(
    trx,
  )
