import { sql } from 'kysely'
import type { trainingCategories as category } from '#shared/areas/training/trainingCategories.ts'
import type { trainingContent as content } from '#shared/areas/training/trainingContent.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { slug } from '#server/platform/demoData/words.ts'

type Category = ValuesOf<typeof category>
type Content = Omit<ValuesOf<typeof content>, 'categoryId'>

const categoryOf = (title: string, more: Partial<Category> = {}): Category => ({
  title,
  slug: slug(title),
  description: null,
  status: 'published',
  required: false,
  dueDays: null,
  storeIds: [],
  groupIds: [],
  position: null,
  ...more,
})

const contentOf = (title: string, type: Content['type'], more: Partial<Content> = {}): Content => ({
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

const firstSteps = `# Your first order

1. **Choose** what you need. You see your company's prices.
2. Add it to your cart and check the *delivery address*.
3. Place your order. You'll get an email when it ships.

| Item | Delivery time |
|---|---|
| Stock items | 2 days |
| Printed items | 8 days |

Returns are free for [30 days](https://example.com/returns).`

const rows: readonly [Category, ...Content[]][] = [
  [
    categoryOf('Welcome', {
      required: true,
      dueDays: 14,
      description: 'The basics for every member.',
    }),
    contentOf('Your first order', 'article', { body: firstSteps }),
    contentOf('A tour of the store', 'video', {
      url: 'https://videos.example.com/walk',
      minutes: 4,
    }),
    contentOf('Check what you learned', 'quiz', {
      questions:
        'How long do you have to return an item for free?\n- 14 days\n* 30 days\n- 1 year\nWhich items take longer to deliver?\n* Printed items\n- Stock items',
      passMark: 50,
    }),
  ],
  [
    categoryOf('Safety gear', { required: true, dueDays: 30 }),
    contentOf('Choosing the right gloves', 'article', {
      body: '## Gloves\n\n- Cut: level D and above\n- Heat: up to 250 °C',
      minutes: 6,
    }),
    contentOf('Industry safety rules', 'link', { url: 'https://safety.example.com/rules' }),
    contentOf('Safety shoe sizes', 'article', {
      body: 'Order half a size larger than usual.',
      required: false,
      minutes: 1,
    }),
  ],
  [
    categoryOf('Gift cards'),
    contentOf('How to redeem a gift card', 'article', { body: 'Enter the code at checkout.' }),
  ],
  [categoryOf('Sustainability', { status: 'draft' })],
]

export const trainingCategories = rows.map(([record], at) => ({ ...record, position: at + 1 }))

export const trainingContent = (ids: readonly number[]) =>
  rows.flatMap(([, ...contents], category) =>
    contents.map((record, at) => ({ ...record, categoryId: ids[category], position: at + 1 })),
  )

const mostLearners = 20_000

/** What members from this number on have completed: most of them the most of it, some have failed a quiz. */
export const completeTraining = (trx: Connection, firstMember: number) =>
  sql`
  insert into training_completions (content_id, member_id, completed_at, score, passed)
  select content.id, members.id, members.created_at + make_interval(hours => 1 + members.id % 90),
    case when content.type = 'quiz' then (members.id * 37) % 6 * 20 end,
    content.type <> 'quiz' or (members.id * 37) % 6 * 20 >= content.pass_mark
  from members join training_content as content on content.status = 'published'
  where members.id between ${firstMember} and ${firstMember + mostLearners - 1}
    and (members.id * 7 + members.store_id * 3 + content.id * 5) % 11 < 5 + members.store_id % 6`.execute(
    trx,
  )
