// The table of a report in groups of rows: what this browser computed, what it takes. Plain data in, a template out.
import { html, type TemplateResult } from 'lit';

export interface RowGroup {
  readonly heading: string;
  /** `tr` elements. */
  readonly rows: readonly TemplateResult[];
}

/** What a table says beside its rows. */
export interface TableTexts {
  /** Of the region that scrolls. */
  readonly label: string;
  readonly caption: string;
  readonly headings: readonly string[];
}

export function reportTable(
  { label, caption, headings }: TableTexts,
  groups: readonly RowGroup[],
): TemplateResult {
  return html`
    <div class="table-scroll" tabindex="0" role="region" aria-label=${label}>
      <table>
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
          </tr>
        </thead>
        ${groups.map(
          ({ heading, rows }) => html`
            <tbody>
              <tr class="group">
                <th scope="rowgroup" colspan=${headings.length}>${heading}</th>
              </tr>
              ${rows}
            </tbody>
          `,
        )}
      </table>
    </div>
  `;
}
