import { and, assign, setup } from 'xstate'
import { calculateScorePercent } from '#shared/areas/training/quiz.ts'
import type { QuizQuestion } from '#shared/areas/training/quiz.ts'

export type QuizInput = {
  questions: readonly QuizQuestion[]
  /** Percent. */
  passMark: number
  /**
   * Index of the selected answer to each question; null where none is selected. A form without
   * JavaScript sends all of them.
   */
  selectedAnswers: readonly (number | null)[]
  isSubmitted: boolean
}

/**
 * One user's quiz: answered, submitted, passed or failed, and possibly taken again (screens.md,
 * Training content).
 */
export const quizMachine = setup({
  types: {
    input: {} as QuizInput,
    context: {} as QuizInput,
    events: {} as
      | { type: 'answer.chosen'; question: number; answer: number }
      | { type: 'quiz.handedIn' }
      | { type: 'quiz.again' },
  },
  guards: {
    isHandedIn: ({ context }) => context.isSubmitted && isAnswered(context),
    isAnswered: ({ context }) => isAnswered(context),
    isPassed: ({ context }) => getScorePercent(context) >= context.passMark,
  },
  actions: { forget: assign({ selectedAnswers: [], isSubmitted: false }) },
}).createMachine({
  id: 'quiz',
  description: 'A quiz: answered, handed in, passed or failed, and taken again.',
  context: ({ input }) => input,
  initial: 'answering',
  states: {
    answering: {
      always: [
        { guard: and(['isHandedIn', 'isPassed']), target: 'passed' },
        { guard: 'isHandedIn', target: 'failed' },
      ],
      on: {
        'answer.chosen': {
          actions: assign({
            selectedAnswers: ({ context, event }) =>
              context.questions.map((_, index) =>
                index === event.question ? event.answer : (context.selectedAnswers[index] ?? null),
              ),
          }),
        },
        'quiz.handedIn': [
          { guard: and(['isAnswered', 'isPassed']), target: 'passed' },
          { guard: 'isAnswered', target: 'failed' },
        ],
      },
    },
    passed: { on: { 'quiz.again': { target: 'answering', actions: 'forget' } } },
    failed: { on: { 'quiz.again': { target: 'answering', actions: 'forget' } } },
  },
})

const isAnswered = ({ questions, selectedAnswers }: QuizInput) =>
  questions.every(
    (_, index) => selectedAnswers[index] !== null && selectedAnswers[index] !== undefined,
  )

/** Returns the share of correct answers, in whole percent. */
export const getScorePercent = ({
  questions,
  selectedAnswers,
}: Pick<QuizInput, 'questions' | 'selectedAnswers'>): number =>
  calculateScorePercent(questions, selectedAnswers)
