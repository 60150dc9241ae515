-- Starts the language server, and keeps its lenses and completion at hand.

vim.lsp.enable("artrules")

vim.api.nvim_create_autocmd("LspAttach", {
  group = vim.api.nvim_create_augroup("artrules", {}),
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client == nil or client.name ~= "artrules" then
      return
    end
    vim.lsp.completion.enable(true, client.id, event.buf, { autotrigger = true })
    local function refresh()
      vim.lsp.codelens.refresh({ bufnr = event.buf })
    end
    refresh()
    vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave" }, { buffer = event.buf, callback = refresh })
  end,
})
