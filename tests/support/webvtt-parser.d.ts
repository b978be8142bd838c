declare module 'webvtt-parser' {
  type Fault = { message: string; line: number }
  class WebVTTParser {
    parse(text: string, mode: string): { errors: Fault[] }
  }
  const parser: { WebVTTParser: typeof WebVTTParser }
  export default parser
}
