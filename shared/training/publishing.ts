import type { ContentType } from '../resources/trainingContent.ts'
import type { FieldErrors } from '../engine/validation.ts'
import { quizFrom } from './quiz.ts'

/** So many lists and quotes may begin on one line of an article, so many lines it may have, and so many signs of markup. */
const [deepest, mostLines, mostMarks] = [9, 1000, 2000]

const say = {
  article: 'An article is published with its text',
  address: (type: string) => `A ${type} is published with its address`,
  pdf: 'A PDF is published with its file',
  passMark: 'A quiz is published with its pass mark',
  deep: `An article has at most ${deepest} lists and quotes within each other`,
  long: `An article has at most ${mostLines} lines and ${mostMarks} of the signs * _ ~ [ |`,
  questions: (line: number, problem: string) => `Line ${line}: ${problem}`,
} as const

/** What content of each type lacks before members may see it, by field. */
const lacks: Record<ContentType, (values: Values) => FieldErrors> = {
  video: ({ url }) => (url ? {} : { url: say.address('video') }),
  link: ({ url }) => (url ? {} : { url: say.address('link') }),
  pdf: ({ file }) => (file ? {} : { file: say.pdf }),
  article: ({ body }) => (body ? {} : { body: say.article }),
  quiz({ questions, passMark }) {
    const [first] = quizFrom(String(questions ?? '')).problems
    return {
      ...(first && { questions: say.questions(first.line, first.problem) }),
      ...(passMark ? {} : { passMark: say.passMark }),
    }
  },
}

const nested = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])){${deepest + 1}}`, 'm')

/** Markdown is read by going down into it: thousands of quotes within each other would take minutes, for whoever shows them. */
export const isTooDeep = (article: string): boolean => nested.test(article)

/** Each sign of markup is looked at with others: 20,000 of them would take seconds, for whoever shows them. */
export const isTooLong = (article: string): boolean =>
  article.split('\n').length > mostLines || (article.match(/[*_~[|]/g)?.length ?? 0) > mostMarks

function wrongArticle(body: string): FieldErrors {
  if (isTooDeep(body)) return { body: say.deep }
  return isTooLong(body) ? { body: say.long } : {}
}

type Values = Readonly<Record<string, unknown>>

const isType = (type: unknown): type is ContentType => Object.hasOwn(lacks, String(type))

/** Why content cannot be kept, by field, or empty (screens.md, Training content); fields by themselves are checked elsewhere. */
export function wrongContent(values: Values): FieldErrors {
  const { type, status, body } = values
  const lacking = status === 'published' && isType(type) ? lacks[type](values) : {}
  return typeof body === 'string' ? { ...lacking, ...wrongArticle(body) } : lacking
}
