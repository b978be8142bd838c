import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { parseQuiz } from './quiz.ts'
import { articleMessages, quizMessages } from './messages.ts'

/** So many lists and quotes may begin on one line of an article, so many lines it may have, and so many signs of markup. */
const [maxDepth, maxLines, maxMarks] = [9, 1000, 2000]

/** What is wrong with the questions of a quiz that members may see. */
function validateQuestions(questions: unknown): ValidationErrors {
  const [first] = questions ? parseQuiz(String(questions)).problems : []
  return first ? { questions: quizMessages.atLine(first.line, first.message) } : {}
}

const deepNesting = new RegExp(
  `^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])){${maxDepth + 1}}`,
  'm',
)

/** Markdown is read by going down into it: thousands of quotes within each other would take minutes, for whoever shows them. */
export const isTooDeep = (article: string): boolean => deepNesting.test(article)

/** Each sign of markup is looked at with others: 20,000 of them would take seconds, for whoever shows them. */
export const isTooLong = (article: string): boolean =>
  article.split('\n').length > maxLines || (article.match(/[*_~[|]/g)?.length ?? 0) > maxMarks

function validateArticle(body: string): ValidationErrors {
  if (isTooDeep(body)) return { body: articleMessages.tooDeep(maxDepth) }
  return isTooLong(body) ? { body: articleMessages.tooLong(maxLines, maxMarks) } : {}
}

type ContentValues = Readonly<Record<string, unknown>>

/** Why content cannot be kept, by field, or empty (screens.md, Training content); fields by themselves are checked elsewhere. */
export function validateContent({
  type,
  status,
  body,
  questions,
}: ContentValues): ValidationErrors {
  const isOpen = type === 'quiz' && status === 'published'
  return {
    ...(isOpen && validateQuestions(questions)),
    ...(typeof body === 'string' && validateArticle(body)),
  }
}
