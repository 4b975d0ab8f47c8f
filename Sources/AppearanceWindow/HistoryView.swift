import AppearanceModel
import CAdw
import WindowPages

/// The page *History*: the light of the past day, the changes, and a suggestion.
@MainActor final class HistoryView {
    let widget: Widget
    private let chart = ChartView()
    private let chartText = Widget.label(wraps: true).styled("dim-label", "caption")
    private let proposal = Widget.group()
    private let proposalRow: Widget
    private let list = Widget.group(title: tr("Changes"))
    private let none = Widget.row(tr("Nothing has changed yet"))
    private let keeping: SettingGroupView
    private var rows: [Widget] = []
    private var entries: [HistoryPage.Entry] = []
    private var shownProposal: HistoryPage.Proposal?

    /// A page that reports the wish to accept the suggestion, and to delete the history.
    init(
        _ writer: SettingsWriter, accept: @escaping @MainActor (HistoryPage.Proposal) -> Void,
        delete: @escaping @MainActor () -> Void
    ) {
        proposalRow = Widget.row(tr("Suggestion"))
        adw_preferences_group_add(proposal.as(AdwPreferencesGroup.self), proposalRow.gtk)
        adw_preferences_group_add(list.as(AdwPreferencesGroup.self), none.gtk)
        let deleteRow = Widget.row(
            tr("The past light and the changes"),
            suffix: Widget.button(tr("Delete"), delete).styled("destructive-action"))
        keeping = SettingGroupView(title: tr("Keeping"), above: [deleteRow], writer)
        proposal.setVisible(false)
        widget = .page([
            .group(title: tr("Light of the Past Day"), [chart.widget]), chartText, proposal, list,
            keeping.widget,
        ])
        proposalRow.addSuffix(
            .button(tr("Change")) { [weak self] in
                if let proposal = self?.shownProposal { accept(proposal) }
            })
    }

    func show(_ page: HistoryPage, isNight: Bool, isLocked: Bool, _ format: PageFormatter) {
        let text = page.chartText(format)
        chart.show(page.chart, isNight: isNight, text: text, format)
        chartText.setText(text)
        shownProposal = page.proposal
        proposal.setVisible(page.proposal != nil)
        proposalRow.setSubtitle(page.proposal?.text ?? "")
        keeping.show([page.keeping])
        keeping.widget.setSensitive(!isLocked)
        proposal.setSensitive(!isLocked)
        guard page.entries != entries || rows.isEmpty else { return }
        entries = page.entries
        let next = entries.map { entry in
            Widget.row(
                format.title(entry.appearance),
                subtitle: entry.isCorrected
                    ? tr("%s; you changed it back").filled(entry.text) : entry.text)
        }
        list.replace(&rows, by: next)
        none.setVisible(rows.isEmpty)
    }
}
