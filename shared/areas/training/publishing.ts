import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { quizFrom } from './quiz.ts'
import { articleMessages, quizMessages } from './messages.ts'

/** So many lists and quotes may begin on one line of an article, so many lines it may have, and so many signs of markup. */
const [deepest, mostLines, mostMarks] = [9, 1000, 2000]

/** What is wrong with the questions of a quiz that members may see. */
function wrongQuestions(questions: unknown): FieldErrors {
  const [first] = questions ? quizFrom(String(questions)).problems : []
  return first ? { questions: quizMessages.atLine(first.line, first.problem) } : {}
}

const nested = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])){${deepest + 1}}`, 'm')

/** Markdown is read by going down into it: thousands of quotes within each other would take minutes, for whoever shows them. */
export const isTooDeep = (article: string): boolean => nested.test(article)

/** Each sign of markup is looked at with others: 20,000 of them would take seconds, for whoever shows them. */
export const isTooLong = (article: string): boolean =>
  article.split('\n').length > mostLines || (article.match(/[*_~[|]/g)?.length ?? 0) > mostMarks

function wrongArticle(body: string): FieldErrors {
  if (isTooDeep(body)) return { body: articleMessages.tooDeep(deepest) }
  return isTooLong(body) ? { body: articleMessages.tooLong(mostLines, mostMarks) } : {}
}

type Values = Readonly<Record<string, unknown>>

/** Why content cannot be kept, by field, or empty (screens.md, Training content); fields by themselves are checked elsewhere. */
export function wrongContent({ type, status, body, questions }: Values): FieldErrors {
  const isOpen = type === 'quiz' && status === 'published'
  return {
    ...(isOpen && wrongQuestions(questions)),
    ...(typeof body === 'string' && wrongArticle(body)),
  }
}
