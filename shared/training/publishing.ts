import type { ContentType } from '../resources/trainingContent.ts'
import type { FieldErrors } from '../engine/validation.ts'
import { quizFrom } from './quiz.ts'

const say = {
  article: 'An article is published with its text',
  address: (type: string) => `A ${type} is published with its address`,
  pdf: 'A PDF is published with its file',
  passMark: 'A quiz is published with its pass mark',
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

type Values = Readonly<Record<string, unknown>>

/** Why content cannot be published as it is, by field; empty where it can be (screens.md, Training content). */
export const missingOf = (values: Values): FieldErrors =>
  lacks[values['type'] as ContentType](values) // The kind of the field said it is one.
