import { IncomingMessage, ServerResponse } from 'node:http'
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'
import type { Express } from 'express'

export type MessageClasses = {
  IncomingMessage: typeof IncomingMessage
  ServerResponse: typeof ServerResponse<IncomingMessage>
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * Classes for `http.createServer` that have the app's own prototypes. Express gives its prototypes to every request, and
 * one whose prototype changes is slow from then on; where it is there already, nothing changes.
 *
 * Every answer carries `fixed`, names and values in turn, save where it has a header of that name by then. They are added
 * with its head: a list that Node takes as a whole costs less than headers that are set one by one.
 */
export function messageClasses(app: Express, fixed: readonly string[]): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {
    override writeHead(status: number, reason?: string | Headers, more?: Headers): this {
      const given = typeof reason === 'string' ? more : reason
      if (typeof reason === 'string') this.statusMessage = reason
      if (Array.isArray(given) && this.getHeaderNames().length === 0)
        return super.writeHead(status, given.concat(fixed))
      for (let index = 0; index < fixed.length; index += 2) {
        const [name = '', value = ''] = [fixed[index], fixed[index + 1]]
        if (!this.hasHeader(name)) this.setHeader(name, value)
      }
      return super.writeHead(status, given)
    }
  }
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
