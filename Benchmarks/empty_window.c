// An empty window of GTK, as the floor of Benchmarks/window: everything above it is ours and libadwaita's.
#include <gtk/gtk.h>

static void activate(GtkApplication *application, gpointer data)
{
    (void)data;
    GtkWidget *window = gtk_application_window_new(application);
    gtk_window_set_title(GTK_WINDOW(window), "Empty");
    gtk_window_set_default_size(GTK_WINDOW(window), 560, 640);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments)
{
    GtkApplication *application = gtk_application_new("io.github.appearanced.Empty", G_APPLICATION_DEFAULT_FLAGS);
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    int status = g_application_run(G_APPLICATION(application), count, arguments);
    g_object_unref(application);
    return status;
}
